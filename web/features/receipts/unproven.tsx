/** What neither the seal nor a receipt proves; `docs/sealed-results.md` says the same. */
export function Unproven() {
  return (
    <ul className="grid list-disc gap-2 pl-5 text-pretty">
      <li>
        <strong>Oyların gerçek kişilere ait olduğu.</strong> Siteyi işleten, anket sürerken oy
        ekleyebilir ya da iki kişiye aynı makbuzu gösterip birinin yerine oy uydurabilir.
      </li>
      <li>
        <strong>Hangi oyun neye verildiği.</strong> Makbuz bunu bilerek göstermez; anket sürerken
        seçimi değiştirilen bir oyu, saatlik imzalı sayımları saklamış bir tanık sayıların
        azalmasından anlayabilir. Oy sayımdan önce değiştirildiyse bu anlaşılmaz.
      </li>
      <li>
        <strong>Makbuzu alınmamış oyların çıkarılmadığı.</strong> Anket bitmeden çıkarılan bir oyu,
        imzalı makbuzunu indirmiş olan seçmen kanıtlayabilir.
      </li>
      <li>
        <strong>Gizli anahtarın neden değiştiği.</strong> Site başka bir gizli anahtar kullanmaya
        başladığını söylerse, önceki makbuzlar listede bulunmaz.
      </li>
      <li>
        <strong>İmzanın bu sitenin olduğu.</strong> Sunucuyu bütünüyle ele geçiren, anahtarı da bu
        sayfayı da değiştirebilir. Bunu, anahtarın adını önceden not edenler fark eder.
      </li>
    </ul>
  );
}
