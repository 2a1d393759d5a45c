import type { DemoSurvey } from "../surveys.ts";

export const learning: DemoSurvey[] = [
  {
    key: "school-subject",
    question: "Okulda en sevdiğiniz ders hangisiydi?",
    description: "Notunuz değil, gönlünüz hangisindeydi?",
    category: "Eğitim",
    layout: "horizontal",
    results: "before",
    daysAgo: 38.2,
    reach: 0.53,
    options: [
      ["Matematik", "set-square", 17],
      ["Edebiyat", "quill", 15],
      ["Tarih", "scroll", 11],
      ["Fen bilgisi", "flask", 12],
      ["Beden eğitimi", "whistle", 21],
      ["Resim", "easel", 9],
      ["Müzik", "saz", 6],
      ["Coğrafya", "school-globe", 9],
    ],
  },
  {
    key: "language-learning",
    question: "Yabancı dil öğrenirken size en çok ne yaradı?",
    description: "İşe yarayan tek bir yöntem söyleyecek olsanız…",
    category: "Eğitim",
    layout: "vertical",
    results: "after",
    daysAgo: 9.8,
    lastsDays: 20,
    reach: 0.36,
    options: [
      ["Dizi ve film izlemek", "sofa-and-screen", 28],
      ["Kelime kartları", "flash-cards", 14],
      ["Konuşmak, çekinmeden", "speech-bubbles", 36],
      ["Kurs ve dersler", "chalkboard", 9],
      ["Çok okumak", "open-book", 13],
    ],
  },
];
