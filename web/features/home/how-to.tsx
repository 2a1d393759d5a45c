import Images from "lucide-react/icons/images";
import Megaphone from "lucide-react/icons/megaphone";
import PencilLine from "lucide-react/icons/pencil-line";

const steps = [
  {
    Icon: PencilLine,
    title: "Planlama",
    text: "Merak ettiğiniz soruyu yazın, kategorisini seçin, ne zaman başlayıp ne zaman biteceğine karar verin.",
  },
  {
    Icon: Images,
    title: "Uygulama",
    text: "Şıklarınızı ekleyin. Her şıkkın bir resmi olur: fotoğraf yükleyin ya da hazır renkli kartı kullanın.",
  },
  {
    Icon: Megaphone,
    title: "Yayınlama",
    text: "Anketi herkese ya da yalnızca davet ettiklerinize açın. Bağlantıyı paylaşın, sonuçları gelirken izleyin.",
  },
];

/** Three steps to a survey (R130). */
export function HowTo() {
  return (
    <section aria-labelledby="how-to" className="wide">
      <h2 id="how-to" className="text-question">
        Üç adımda anketiniz hazır
      </h2>
      <ol className="mt-8 grid gap-10 md:grid-cols-3 md:gap-8">
        {steps.map(({ Icon, title, text }, at) => (
          <li key={title} className="grid content-start gap-3 border-t-4 border-turkuaz pt-5">
            <div className="flex items-center justify-between">
              <span
                className="text-5xl font-extrabold tracking-heading text-turkuaz"
                aria-hidden="true"
              >
                {at + 1}
              </span>
              <Icon className="size-9 text-nar" strokeWidth={1.75} aria-hidden="true" />
            </div>
            <h3 className="text-2xl font-extrabold">{title}</h3>
            <p className="text-lg leading-relaxed text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
