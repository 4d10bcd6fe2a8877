/** A crate of one variety. */
export interface Crate {
  readonly id: string;
  readonly variety: string;
  readonly kilos: number;
}
