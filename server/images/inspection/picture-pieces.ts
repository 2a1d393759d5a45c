/** Bytes of the file from `start` up to, not including, `end`. */
export interface FileRange {
  start: number;
  end: number;
  /** An iCCP chunk, dropped where it unpacks to more than a profile needs. */
  isPackedProfile?: boolean;
}

/** What is known of a picture without decoding it, and the pieces that the decoder gets. */
export interface Inspection {
  /** Read in this order, they form a file of the same kind without unneeded data. */
  pieces: (FileRange | Buffer)[];
  width: number;
  height: number;
  /** How many samples the decoder processes over all scans; its time is proportional. */
  samples: number;
  /** Bytes that the decoder holds at once; 0 where it reads row by row. */
  heldBytes: number;
}
