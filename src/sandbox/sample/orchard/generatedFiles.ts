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

/** Deterministic pseudo-random numbers. */
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

/** Sixty files, one for each fruit and region, with a line for each day. */
const ripeningTables = (seed: number, days: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fruits.flatMap((fruit, row) =>
      regions.map((region, column) => [
        `src/ripening/${fruit}/${region}.ts`,
        table(fruit, region, seed + row * 100 + column, days),
      ]),
    ),
  );

/** Thirty years of daily weather, larger than the patch limit (200 KB). */
const weatherTable = (): string => {
  const rows = ['day;celsius;sun hours;rain mm;wind'];
  for (let day = 0; day < 30 * 365; day += 1) {
    const celsius = ((day * 37) % 290) / 10 - 4;
    const sun = ((day * 17) % 95) / 10;
    const rain = Math.max(0, ((day * 53) % 310) / 10 - 20);
    rows.push(`${day};${celsius.toFixed(1)};${sun.toFixed(1)};${rain.toFixed(1)};${'NESW'[day % 4] ?? ''}${day % 7}`);
  }
  return `${rows.join('\n')}\n`;
};

/** `asked` is `weatherTable`, or `ripeningTables` with seed and days. Throws for others. */
export const generatedFiles = (asked: string): Readonly<Record<string, string>> => {
  const [what, seed, days] = asked.split(' ');
  if (what === 'weatherTable') return { 'data/weather.csv': weatherTable() };
  if (what === 'ripeningTables') return ripeningTables(Number(seed), Number(days));
  throw new Error(`Nothing generates ${asked}.`);
};
