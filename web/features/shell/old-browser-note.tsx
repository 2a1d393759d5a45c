const ID = "eski-tarayici";

/**
 * Shows the note in browsers older than those listed in the README: they lack what the styles need.
 * Written in syntax that the oldest browsers understand, in which all other code fails.
 */
export const OLD_BROWSER_SCRIPT =
  'window.CSS&&CSS.registerProperty&&CSS.supports("color","color-mix(in oklab,red,red)")||' +
  `document.getElementById("${ID}").removeAttribute("hidden")`;

/** Hidden, unless the script has found an old browser. */
export function OldBrowserNote() {
  return (
    <p id={ID} hidden suppressHydrationWarning className="wide bg-turkuaz-soft py-3">
      Tarayıcınız eski olduğu için oy verme ve giriş gibi işlemler çalışmayabilir. Lütfen
      tarayıcınızı güncelleyin ya da başka bir tarayıcı kullanın.
    </p>
  );
}
