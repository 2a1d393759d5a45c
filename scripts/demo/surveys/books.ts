import type { DemoSurvey } from "../surveys.ts";

export const books: DemoSurvey[] = [
  {
    key: "yasar-kemal",
    question: "Yaşar Kemal okumaya hangi kitapla başlamalı?",
    description:
      "Bir arkadaşım hiç okumamış, ilk kitabı birlikte seçeceğiz. Siz hangisini verirdiniz?",
    category: "Kitap",
    layout: "horizontal",
    results: "before",
    daysAgo: 15.2,
    reach: 0.46,
    options: [
      ["İnce Memed", "book-thistle", 48],
      ["Yer Demir Gök Bakır", "book-mountain", 12],
      ["Yılanı Öldürseler", "book-snake", 16],
      ["Ağrıdağı Efsanesi", "book-legend", 15],
      ["Teneke", "book-tin", 9],
    ],
  },
  {
    key: "unfinished-book",
    question: "Sarmayan bir kitabı yarım bırakır mısınız?",
    description: "Elli sayfa oldu, hâlâ ısınamadınız…",
    category: "Kitap",
    layout: "vertical",
    results: "after",
    daysAgo: 5.4,
    lastsDays: 15,
    reach: 0.31,
    options: [
      ["Hiç çekinmeden bırakırım", "closed-book", 41],
      ["Ara verir, sonra dönerim", "bookmarked-book", 38],
      ["Başladıysam bitiririm", "open-book", 21],
    ],
  },
  {
    key: "reading-corner",
    question: "Kitap okumak için en sevdiğiniz köşe neresi?",
    description: "Telefon sessizde, çay demli. Nereye oturuyorsunuz?",
    category: "Kitap",
    layout: "horizontal",
    results: "before",
    daysAgo: 48,
    reach: 0.39,
    options: [
      ["Başucu lambasının altı", "lamp", 33],
      ["Vapurun cam kenarı", "ferry", 17],
      ["Sessiz bir kafe", "closed-book", 12],
      ["Parkta bir bank", "park-tree", 13],
      ["Kütüphane", "bookshelf", 11],
      ["Hamak", "hammock", 14],
    ],
  },
];
