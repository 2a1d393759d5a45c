import type { DemoSurvey } from "../surveys.ts";

export const learning: DemoSurvey[] = [
  {
    question: "Okulda en sevdiğiniz ders hangisiydi?",
    description: "Notunuz değil, gönlünüz hangisindeydi?",
    category: "Eğitim",
    layout: "horizontal",
    results: "before",
    daysAgo: 38.2,
    reach: 0.53,
    cover: {
      things: ["chalkboard", "setSquare", "flask"],
      backdrop: "plain",
      scheme: "wheatfield",
    },
    backdrop: "disc",
    schemes: ["wheatfield", "dawn", "harbour", "sunset", "linen", "lagoon", "noon", "grove"],
    options: [
      ["Matematik", "setSquare", 17],
      ["Edebiyat", "quill", 15],
      ["Tarih", "scroll", 11],
      ["Fen bilgisi", "flask", 12],
      ["Beden eğitimi", "whistle", 21],
      ["Resim", "easel", 9],
      ["Müzik", "saz", 6],
      ["Coğrafya", "schoolGlobe", 9],
    ],
  },
  {
    question: "Yabancı dil öğrenirken size en çok ne yaradı?",
    description: "İşe yarayan tek bir yöntem söyleyecek olsanız…",
    category: "Eğitim",
    layout: "vertical",
    results: "after",
    daysAgo: 9.8,
    lastsDays: 20,
    reach: 0.36,
    cover: {
      things: ["speechBubbles", "flashCards", "schoolGlobe"],
      backdrop: "rays",
      scheme: "harbour",
    },
    backdrop: "disc",
    schemes: ["harbour", "grove", "sunset", "linen", "dawn"],
    options: [
      ["Dizi ve film izlemek", "sofaAndScreen", 28],
      ["Kelime kartları", "flashCards", 14],
      ["Konuşmak, çekinmeden", "speechBubbles", 36],
      ["Kurs ve dersler", "chalkboard", 9],
      ["Çok okumak", "openBook", 13],
    ],
  },
];
