/** The product's name, the only place it is written (decisions, "Product"). */
export const BRAND = "Kanaat";
