/** Bytes from `start` to before `end` of the file. */
export interface FileRange {
  start: number;
  end: number;
  /** An iCCP chunk, to be dropped where it unpacks to more than a profile needs. */
  isPackedProfile?: boolean;
}

/** What is known of a picture without decoding it, and what of it the decoder is to see. */
export interface Inspection {
  /** Read in this order, these make a file of the same kind without anything that only costs. */
  pieces: (FileRange | Buffer)[];
  width: number;
  height: number;
  /** How many samples the decoder goes over, those of every scan: time follows it. */
  samples: number;
  /** What the decoder holds at once, in bytes: nothing where it reads row by row. */
  heldBytes: number;
}
