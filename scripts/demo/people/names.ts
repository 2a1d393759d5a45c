const list = (...rows: string[]): string[] => rows.join(" ").split(" ");

export const WOMEN = list(
  "Elif Zeynep Ayşe Fatma Merve Büşra Esra Selin Ceren İrem Gizem Derya Deniz Ebru Sibel Özge",
  "Pınar Seda Tuğba Aslı Nazlı Melike Şeyma Gülşah Burcu Duygu Ezgi Hande İpek Yasemin Nehir",
  "Defne Ece Eylül Su Nil Cansu Damla Didem Dilara Feyza Gamze Gonca Hatice Hilal Kübra Leyla",
  "Meltem Müge Nalan Nergis Neslihan Nurcan Nuray Oya Pelin Rabia Sevgi Sevil Songül Şule Tülin",
  "Ümran Vildan Yeliz Yıldız Zehra Zerrin Bahar Berna Berrin Çağla Çiğdem Filiz Gülay",
);

export const MEN = list(
  "Mert Emre Burak Can Kerem Ozan Onur Barış Umut Deniz Efe Yusuf Mustafa Mehmet Ahmet Ali Hasan",
  "Hüseyin İbrahim Murat Serkan Hakan Volkan Tolga Gökhan Cem Cenk Kaan Arda Berk Batuhan Doruk",
  "Ege Eren Erdem Ferhat Fırat Furkan Görkem Halil İlker İsmail Koray Levent Metin Nihat Oğuz",
  "Okan Orhan Ömer Özgür Polat Rıza Sarp Selim Sinan Süleyman Şahin Taner Tarık Tuncay Turgut",
  "Uğur Utku Veysel Yalçın Yavuz Yiğit Zafer Alper Bora Çağrı Engin",
);

export const SURNAMES = list(
  "Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan",
  "Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Özcan Çakır Erdoğmuş Yavuz Can Acar Şen Aktaş",
  "Güler Yalçın Güneş Bozkurt Bulut Keskin Ünal Turan Gül Özer Işık Kaplan Avcı Sarı Tekin Taş",
  "Köse Yüksel Ateş Aksoy Durmaz Toprak Ergin Tunç Uysal Bilgin Karaca Ekinci Soylu Erol Çınar",
  "Sezer Uçar Ertaş Akın Önal Gündüz Bayraktar Kocaman Pektaş Ulusoy Alkan Baş Coşkun Duman Ersoy",
  "Göksu Gürbüz Karabulut Mutlu Özgün Sönmez Tezcan Tuna Uzun Varol Yaman Zengin Balcı Çoban",
);

/** Plate codes; larger cities are listed more often, so that random picks reflect their size. */
export const CITIES = [
  34, 34, 34, 34, 34, 34, 34, 34, 6, 6, 6, 6, 35, 35, 35, 16, 16, 7, 7, 1, 42, 27, 63, 33, 21, 41,
  38, 38, 55, 61, 61, 26, 26, 20, 10, 31, 48, 9, 65, 25, 44, 22, 17, 59, 53, 8, 37, 5, 47, 50, 70,
];
