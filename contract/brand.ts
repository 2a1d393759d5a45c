/** The product's name, the only place it is written (R1). */
export const BRAND = "Kanaat";
