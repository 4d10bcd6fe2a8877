import { rounded } from '../text/rounding.ts';

/** Price of a kilo by variety, in cents. */
const perKilo = new Map<string, number>([
  ['cox', 240],
  ['conference', 210],
]);

const usual = 190;

/** What a weight of a variety costs, in cents. */
export const price = (variety: string, kilos: number): number => {
  const cents = perKilo.get(variety) ?? usual;
  return rounded(cents * kilos);
};

/** Prints a price. */
export const printed = (cents: number): string => (cents / 100).toFixed(2);
