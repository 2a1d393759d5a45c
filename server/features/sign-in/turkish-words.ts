import { foldLetters } from "#contract/shapes/folded-letters.ts";
import { CITIES } from "#server/features/lookups/cities.ts";

/** Chosen often, the most popular first. The worldwide lists of leaks have few of them. */
const CHOSEN = `
  sifre parola galatasaray fenerbahce besiktas askim canim trabzonspor cimbom kartal kanarya
  sifrem parolam sifreniz merhaba selam deneme turkiye turkiyem seviyorum seniseviyorum
  benimsifrem bebegim hayatim birtanem tatlim melegim meleyim gulum balim guzelim prensesim
  annem babam annecim babacim canimannem canimbabam canimailem ailem kardesim kizim oglum esim
  karim kocam sevgilim askimsin canimsin allah allahim bismillah elhamdulillah maasallah insallah
  muhammed islam ataturk mustafakemal cumhuriyet vatan bayrak istiklal turk turkum turkce
  kanaat anket hosgeldin hosgeldiniz gunaydin iyigeceler unutma unuttum sifremiunuttum giris
  yenisifre eskisifre yeniparola guclusifre yonetici misafir kullanici
  bilgisayar telefon internet instagram twitter facebook youtube whatsapp google netflix
  cimbombom fenerli galatasarayli besiktasli trabzonlu karakartal sarikanarya aslan aslanim
  gs fb bjk ts 1905gs 1907fb 1903bjk gs1905 fb1907 bjk1903 ts1967 fener galata ultraslan carsi bursaspor adanaspor eskisehirspor goztepe altay karsiyaka
  samsunspor konyaspor sivasspor antalyaspor kayserispor genclerbirligi ankaragucu basaksehir
  fatih mehter osmanli selcuklu anadolu asena bozkurt reis baskan komutan kral kralice prenses
  sampiyon efsane patron abi abla dayi amca teyze hala dede nine anne baba kardes evlat bebek
  sevgi sevda hasret ozlem umut hayat dunya deniz gunes yildiz bulut yagmur toprak cicek papatya
  lale menekse karanfil orkide kelebek melek serce kartanesi gokkusagi mavi kirmizi sari yesil
  beyaz siyah mor pembe turuncu lacivert kedi kedim kopek kopegim kus balik tavsan kaplan kurt at
  elma armut kiraz cilek karpuz limon portakal muz uzum kahve cay seker bal ekmek peynir zeytin
  simit pide kebap doner baklava lokum okul ogretmen ogrenci doktor hemsire avukat muhendis polis
  asker araba otobus kamyon motor ucak gemi tren ev evim bahce sokak pencere kapi anahtar masa
  pazartesi sali carsamba persembe cuma cumartesi pazar ocak subat mart nisan mayis haziran temmuz
  agustos eylul ekim kasim aralik ilkbahar bahar yaz sonbahar kis sabah aksam gece gunduz
  bir iki uc dort bes alti yedi sekiz dokuz sifir birikiuc asdasd qweasd qazwsx asdqwe
  hello login admin root guest test`;

/** The most common first names and surnames. */
const NAMES = `
  mehmet mustafa ahmet ali huseyin hasan ibrahim ismail osman yusuf murat omer ramazan halil
  suleyman abdullah mahmut recep salih fatih kadir emre hakan adem kemal yasar bekir musa metin
  orhan serkan burak ugur gokhan yasin ilhan cem can deniz baris onur volkan tolga sinan selim
  serdar erkan ercan erdal erdem erol ertugrul engin enes emir eren efe ege arda alperen alper
  kaan kerem kerim koray kutay levent mert mertcan okan oguz oguzhan oktay ozan ozgur rifat riza
  sabri sahin samet savas sedat semih taner tarik tuncay turgut umit umut unal veli veysel yavuz
  yigit yilmaz yunus zafer zeki bilal berkay berk berke batuhan baran bora bulent cengiz cihan
  cuneyt dogan dogukan dursun faruk ferhat firat furkan gurkan haluk harun ilker ilyas irfan
  furkan miran goktug kuzey poyraz aras atlas ayaz cinar mirac hamza tahir talha taha
  fatma ayse emine hatice zeynep elif meryem serife zehra sultan hanife merve havva zeliha esra
  fadime ozlem hacer yasemin hulya cemile sevim gulsum leyla dilek busra aysel songul kubra
  halime esma aynur hava sevgi sibel selma derya filiz gamze gizem gonul gul gulay gulcan guler
  gulten hande hilal irem ilknur ipek kader kevser lale melek melike melisa meltem mine muge
  nalan nazli nergis nese neslihan nilay nilgun nur nuray nurcan nurten oya ozge pelin pinar
  rabia reyhan rukiye seda sema selin senem serap serpil sevda sevgul sevil sevilay simge sinem
  songul sukran sule tugba tugce tulay tulin ulku vildan yeliz yesim yildiz zuhal arzu asli asya
  aleyna azra bahar banu begum belgin beril berna betul beyza birgul burcu burcin canan cansu
  ceren ceyda cigdem damla defne demet didem duygu ebru ece eda ela elcin emel eylul ezgi fidan
  fulya goksu nisa ecrin miray duru ada kumsal naz nehir oykum ruya sude mira aysun aysegul
  yilmaz kaya demir celik sahin yildiz yildirim ozturk aydin ozdemir arslan dogan kilic aslan
  cetin kara koc kurt ozkan simsek polat korkmaz cakir erdogan yavuz can acar sen aktas guler
  yalcin bulut bozkurt keskin unal turan tekin avci gunes kaplan isik tas kose sari bayram tasci`;

const listOf = (words: string): string[] => words.trim().split(/\s+/);

/** What people in Türkiye like to choose as a password or part of one, in folded letters. */
export const TURKISH_WORDS: readonly string[] = [
  ...new Set([...listOf(CHOSEN), ...CITIES.map(({ name }) => foldLetters(name)), ...listOf(NAMES)]),
];
