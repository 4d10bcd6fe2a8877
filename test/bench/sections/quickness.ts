import { measureQuickness } from '../quickness.ts';
import { milliseconds, ratio, table, type Section } from './section.ts';

/** What is to stay quick with hostile or very large inputs, and how it grows. */
export const quicknessSection: Section = {
  name: 'quickness',
  title: 'Large and hostile inputs',
  async measure(thoroughness) {
    const rounds = thoroughness === 'quick' ? 3 : 7;
    const results = await measureQuickness(rounds);
    return [
      'Each with as much as is named and with half of that, in turns, the least of',
      `${rounds} rounds. The ratio tells how it grows: about 2 is linear, 4 quadratic, 1 independent of how much it is; a jump or a`,
      'change that is drawn takes some time however little there is. “Drawn” is in the page and laid out.',
      '',
      ...table(
        ['What', 'Half of it', 'All of it', 'Ratio'],
        results.map(({ what, halfMs, fullMs }) => [
          what,
          milliseconds(halfMs),
          milliseconds(fullMs),
          ratio(fullMs / halfMs),
        ]),
      ),
    ];
  },
};
