const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/**
 * Returns the Exif orientation, 1 to 8, from the TIFF structure of Exif metadata; 1 where that is
 * broken. Nothing else of it is needed, and a library would unpack all the rest.
 */
export function readOrientation(tiff: Buffer): number {
  const order = tiff.toString("latin1", 0, 2);
  if ((order !== "II" && order !== "MM") || tiff.length < 8) return 1;
  const little = order === "II";
  const uint16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  for (let i = 0; i < uint16(directory); i++) {
    const entry = directory + 2 + i * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.length) return 1;
    if (uint16(entry) !== ORIENTATION_TAG) continue;
    const value = uint16(entry + 2) === SHORT ? uint16(entry + 8) : 1;
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** The TIFF structure of Exif metadata that contains nothing but `orientation`. */
export function writeOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
