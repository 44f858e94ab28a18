/** Owns the English time words. `march`, `may` and short names count only where other words make them a date. */

export const ENGLISH_WORDS = `
day=0: today, earlier today
day=-1: yesterday
day=-2: day before yesterday
day=1: tomorrow
day=2: day after tomorrow
day=-1 part=night: last night
day=-1 part=evening: last evening
day=0 part=morning: this morning, earlier this morning
day=0 part=pm: this afternoon
day=0 part=evening: this evening
day=0 part=night: tonight
otherday: other day
part=early weak: early morning
part=morning weak: morning
part=pm weak: afternoon
part=evening weak: evening
part=night weak: night
hour=12 exact weak: noon, midday
hour=24 exact weak: midnight
meridiem=0: am, a.m
meridiem=1: pm, p.m
oclock: o'clock, oclock
week=0: this week, earlier this week
week=-1: last week, previous week
week=-2: week before last
week=1: next week
weekend=0: this weekend
weekend=0 weak: weekend
weekend=-1: last weekend, previous weekend, past weekend
weekend=-2: weekend before last
weekend=1: next weekend
weekday=1: monday
weekday=2: tuesday
weekday=3: wednesday
weekday=4: thursday
weekday=5: friday
weekday=6: saturday
weekday=0: sunday
weekday=1 weak: mon
weekday=2 weak: tue, tues
weekday=3 weak: wed
weekday=4 weak: thu, thur, thurs
weekday=5 weak: fri
weekday=6 weak: sat
weekday=0 weak: sun
months=0: this month, earlier this month
months=-1: last month, previous month
months=-2: month before last
months=1: next month
month=1: january
month=2: february
month=3 weak: march, mar
month=4: april
month=5 weak: may
month=6: june
month=7: july
month=8: august
month=9: september
month=10: october
month=11: november
month=12: december
month=1 weak: jan
month=2 weak: feb
month=4 weak: apr
month=6 weak: jun
month=7 weak: jul
month=8 weak: aug
month=9 weak: sep, sept
month=10 weak: oct
month=11 weak: nov
month=12 weak: dec
years=0: this year, earlier this year
years=-1: last year, previous year
years=-2: year before last
years=1: next year
quarters=0: this quarter
quarters=-1: last quarter, previous quarter
quarters=1: next quarter
half=1 needsyear: first half, h1
half=2 needsyear: second half, h2
edge=1: early, beginning of, start of
edge=2: mid, mid-, middle of
edge=3: late, end of
months=0 edge=1 weak: beginning of the month, start of the month
months=0 edge=2 weak: middle of the month
months=0 edge=3 weak: end of the month
years=0 edge=1 weak: beginning of the year, start of the year
years=0 edge=3 weak: end of the year
recent=1 unit=hour: last hour, past hour
recent=24 unit=hour: past day
recent=1 unit=week: past week
recent=1 unit=month: past month
recent=1 unit=year: past year
count=1: a, an, one
count=2: two, a couple of, couple of, a couple
count=3: three
count=4: four
count=5: five
count=6: six
count=7: seven
count=8: eight
count=9: nine
count=10: ten
count=11: eleven
count=12: twelve
count=5 nearest=2: a few, few, several
count=0.5: half a, half an
unit=second: second, seconds, sec, secs
unit=minute: minute, minutes, min, mins
unit=hour: hour, hours, hr, hrs
unit=day: day, days
unit=week: week, weeks, wk, wks
unit=month: month, months
unit=year: year, years, yr, yrs
backward: ago, back
lastly last: last, past, previous
lastly: within
this: this
void: next, coming, upcoming, every, each
around link: around, about, approximately, circa
since=1: since, starting
after=1: after
before=1: before, prior to
until=1: until, till, by, up to
from=1: from
to: to, through, thru
between: between
and: and
prep=1: in, during, over
prep=2: on
prep=3: at
link=2: of
link: the
session=last-session: last session, previous session, prior session, last conversation, last chat, last time
session=before-compaction: before compaction, before the compaction, before the last compaction, before compacting, before /compact, before the context was compacted, compact 전, compaction 전
session=earlier: earlier
session=just-now: just now, a moment ago, moments ago, a second ago
block: at night, good morning, good afternoon, good evening, good night, day one
`;
