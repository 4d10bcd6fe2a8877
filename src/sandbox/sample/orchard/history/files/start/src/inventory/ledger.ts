/** One movement of fruit, into the barn or out of it. */
export interface Entry {
  readonly kind: 'in' | 'out';
  readonly crate: string;
  readonly kilos: number;
}

const book: Entry[] = [];

/** Writes a movement down. */
export const record = (entry: Entry): void => {
  book.push(entry);
};

/** Every movement so far, oldest first. */
export const entries = (): readonly Entry[] => book;
