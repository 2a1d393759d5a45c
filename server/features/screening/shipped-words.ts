/**
 * Vulgar words that the product ships for operators who want surveys with them to be reviewed before
 * they are published. The list is off until an admin switches it on (R654). Each entry has the exact
 * forms of one root, as the preview proposes them; words that are also something harmless are left
 * out, and so is everything about groups of people, which only people can judge.
 */
const ROOTS: Record<string, string> = {
  orospu: `
    orospu orospular orospuyu orospuya orospuda orospudan orospunun orospuyla orospum orospun
    orospumuz orospunuz orospuyum orospusun orospuyuz orospusunuz orospudur orospuydu orospuymuş
    orospusu orospusunu orospusuna orospusunda orospusundan orospusunun orospusuyla orospuları
    orospulara orospularda orospulardan orospuların orospularla orospularım orospularımız
    orospularınız orospularsın orospularız orospularsınız orospulardır orospulardı orospularmış
    orospularını orospularına orospularında orospularından orospularının orospularıyla orospuluk
    orospusuz orospuca`,
  piç: `
    piç piçler piçi piçe piçte piçten piçin piçle piçim piçimiz piçiniz piçsin piçiz piçsiniz
    piçtir piçti piçmiş piçini piçine piçinde piçinden piçinin piçiyle piçleri piçlere piçlerde
    piçlerden piçlerin piçlerle piçlerim piçlerimiz piçleriniz piçlersin piçleriz piçlersiniz
    piçlerdir piçlerdi piçlermiş piçlerini piçlerine piçlerinde piçlerinden piçlerinin piçleriyle
    piçlik piçsiz piççe`,
  yarak: `
    yarak yaraklar yarağı yarağa yarakta yaraktan yarağın yarakla yarağım yarağımız yarağınız
    yaraksın yarağız yaraksınız yaraktır yaraktı yarakmış yarağını yarağına yarağında yarağından
    yarağının yarağıyla yarakları yaraklara yaraklarda yaraklardan yarakların yaraklarla
    yaraklarım yaraklarımız yaraklarınız yaraklarsın yaraklarız yaraklarsınız yaraklardır
    yaraklardı yaraklarmış yaraklarını yaraklarına yaraklarında yaraklarından yaraklarının
    yaraklarıyla yaraklık yaraksız yarakça`,
  amcık: `
    amcık amcıklar amcığı amcığa amcıkta amcıktan amcığın amcıkla amcığım amcığımız amcığınız
    amcıksın amcığız amcıksınız amcıktır amcıktı amcıkmış amcığını amcığına amcığında amcığından
    amcığının amcığıyla amcıkları amcıklara amcıklarda amcıklardan amcıkların amcıklarla
    amcıklarım amcıklarımız amcıklarınız amcıklarsın amcıklarız amcıklarsınız amcıklardır
    amcıklardı amcıklarmış amcıklarını amcıklarına amcıklarında amcıklarından amcıklarının
    amcıklarıyla amcıklık amcıklı amcıksız amcıkça`,
  sikmek: `
    sikmek sikme sikmeyi siken sikip sikerek sikince sikelim sikti siktim siktin siktik siktiniz
    siktiler sikse siksem siksen siksek sikseniz sikseler sikmiş sikmişim sikmişsin sikmişiz
    sikmişsiniz sikmişler sikiyor sikiyorum sikiyorsun sikiyoruz sikiyorsunuz sikiyorlar siker
    sikerim sikersin sikeriz sikersiniz sikerler sikmez sikmezsin sikmezler sikecek sikeceksin
    sikecekler sikeceksiniz sikeceğim sikeceğiz siktir sikik sikiş sikişmek siktiğimin sikeyim`,
  göt: `
    göt götler götü göte götte götten götün götle götüm götümüz götünüz götsün götüz götsünüz
    göttür göttü götmüş götünü götüne götünde götünden götünün götüyle götleri götlere götlerde
    götlerden götlerin götlerle götlerim götlerimiz götleriniz götlersin götleriz götlersiniz
    götlerdir götlerdi götlermiş götlerini götlerine götlerinde götlerinden götlerinin götleriyle
    götlük götsüz götçe`,
  pezevenk: `
    pezevenk pezevenkler pezevengi pezevenge pezevenkte pezevenkten pezevengin pezevenkle
    pezevengim pezevengimiz pezevenginiz pezevenksin pezevengiz pezevenksiniz pezevenktir
    pezevenkti pezevenkmiş pezevengini pezevengine pezevenginde pezevenginden pezevenginin
    pezevengiyle pezevenkleri pezevenklere pezevenklerde pezevenklerden pezevenklerin
    pezevenklerle pezevenklerim pezevenklerimiz pezevenkleriniz pezevenklersin pezevenkleriz
    pezevenklersiniz pezevenklerdir pezevenklerdi pezevenklermiş pezevenklerini pezevenklerine
    pezevenklerinde pezevenklerinden pezevenklerinin pezevenkleriyle pezevenklik pezevenkçe`,
  gavat: `
    gavat gavatlar gavadı gavatı gavada gavata gavatta gavattan gavadın gavatın gavatla gavadım
    gavatım gavadımız gavatımız gavadınız gavatınız gavatsın gavadız gavatız gavatsınız gavattır
    gavattı gavatmış gavadını gavadına gavadında gavadından gavadının gavadıyla gavatını gavatına
    gavatında gavatından gavatının gavatıyla gavatları gavatlara gavatlarda gavatlardan gavatların
    gavatlarla gavatlarım gavatlarımız gavatlarınız gavatlarsın gavatlarız gavatlarsınız
    gavatlardır gavatlardı gavatlarmış gavatlarını gavatlarına gavatlarında gavatlarından
    gavatlarının gavatlarıyla gavatlık gavatlı gavatsız gavatça`,
  taşak: `
    taşak taşaklar taşağa taşakta taşaktan taşağın taşakla taşağımız taşağınız taşaksın taşağız
    taşaksınız taşaktır taşaktı taşakmış taşağını taşağına taşağında taşağıyla taşakları taşaklara
    taşaklarda taşaklardan taşakların taşaklarla taşaklarım taşaklarımız taşaklarınız taşaklarsın
    taşaklarız taşaklarsınız taşaklardır taşaklardı taşaklarmış taşaklarını taşaklarına
    taşaklarında taşaklarından taşaklarının taşaklarıyla taşaklık taşaksız taşakça`,
  puşt: `
    puşt puştlar puştu puşta puştta puşttan puştun puştla puştum puştumuz puştunuz puştsun puştuz
    puştsunuz puşttur puşttu puştmuş puştunu puştuna puştunda puştundan puştunun puştuyla puştları
    puştlara puştlarda puştlardan puştların puştlarla puştlarım puştlarımız puştlarınız puştlarsın
    puştlarız puştlarsınız puştlardır puştlardı puştlarmış puştlarını puştlarına puştlarında
    puştlarından puştlarının puştlarıyla puştluk puştlu puştsuz puştça`,
};

/** The forms, each with its root. */
export const SHIPPED_WORDS: readonly { form: string; root: string }[] = Object.entries(
  ROOTS,
).flatMap(([root, forms]) =>
  forms
    .trim()
    .split(/\s+/)
    .map((form) => ({ form, root })),
);
