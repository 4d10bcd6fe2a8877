const fruits = ['apple', 'pear', 'plum', 'cherry', 'quince'] as const;

const regions = [
  'alentejo',
  'altesLand',
  'bodensee',
  'essex',
  'herefordshire',
  'kent',
  'limburg',
  'lleida',
  'somerset',
  'southTyrol',
  'vojvodina',
  'wielkopolska',
] as const;

/** A small generator of numbers that look measured and are the same every time. */
const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

const table = (fruit: string, region: string, seed: number, days: number): string => {
  const next = numbers(seed);
  const rows: string[] = [];
  for (let day = 1; day <= days; day += 1) {
    const warmth = 6 + (56 * day * (days - day)) / (days * days) + 4 * next();
    const sun = Math.max(0, warmth / 2 - 3 + 5 * next());
    const ripe = Math.min(1, (day * day) / (days * days) + next() / 50);
    rows.push(
      `  { day: ${day}, celsius: ${warmth.toFixed(1)}, sunHours: ${sun.toFixed(1)}, ripeness: ${ripe.toFixed(3)} },`,
    );
  }
  return [
    `import type { RipeningDay } from '../ripeningDay.ts';`,
    '',
    `/** How ${fruit}s ripen in ${region}. Written by scripts/tables.ts: do not edit by hand. */`,
    `export const ${region}: readonly RipeningDay[] = [`,
    ...rows,
    '];',
    '',
  ].join('\n');
};

/** Sixty generated files, one for each fruit and region, with a line for each of `days` days. */
export const ripeningTables = (seed: number, days: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fruits.flatMap((fruit, row) =>
      regions.map((region, column) => [
        `src/ripening/${fruit}/${region}.ts`,
        table(fruit, region, seed + row * 100 + column, days),
      ]),
    ),
  );
