import type { Crate } from './crate.ts';
import { entries, record } from './ledger.ts';

const crates = new Map<string, Crate>();

/** What is in the barn. */
export const stock = {
  all: (): Crate[] => [...crates.values()],

  add(crate: Crate): void {
    crates.set(crate.id, crate);
    record({ kind: 'in', crate: crate.id, kilos: crate.kilos });
  },

  take(id: string, kilos: number): void {
    const crate = crates.get(id);
    if (crate === undefined) throw new Error(`There is no crate ${id}.`);
    crates.set(id, { ...crate, kilos: crate.kilos - kilos });
    record({ kind: 'out', crate: id, kilos });
  },

  movements: () => entries().length,
};
