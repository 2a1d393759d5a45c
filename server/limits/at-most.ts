/**
 * The bound of an LRU cache with this many entries. Unlike `max`, it reserves no memory in advance:
 * 50,000 empty entries are 2 MB.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
