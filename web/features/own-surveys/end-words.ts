// What changing the end of a private survey hides.
export const HIDDEN_BY_EARLY_END =
  "Özel anketi planlanandan önce bitirirseniz son birkaç oy gizli kalabilir.";
export const HIDDEN_BY_OTHER_END =
  "Türkiye saatiyle. Bitişi öne alır ya da bir günden yakına ertelerseniz son birkaç oy gizli kalabilir.";
