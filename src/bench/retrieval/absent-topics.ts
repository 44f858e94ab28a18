/** Owns questions about what no transcript of coding and no made-up chat speaks of: the right answer is nothing. */

export const absentTopics: readonly string[] = [
  "sourdough starter hydration for rye bread",
  "mortgage interest of the lighthouse keeper",
  "how do I prune the quince hedge in February",
  "which harpsichord did we tune for the recital",
  "할머니 김치찌개 레시피 어떻게 했지",
  "제주도 항공권 예약한 여행사",
  "祖母の味噌漬けのレシピ",
  "盆栽の剪定はいつがいい",
  "外婆的红烧肉怎么做",
  "去云南旅游的机票订了吗",
];
