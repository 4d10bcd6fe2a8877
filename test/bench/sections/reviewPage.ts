import { measureDraftPage } from '../draftPages.ts';
import { milliseconds, table, type Section } from './section.ts';

/** The review page with many drafts. */
export const reviewPageSection: Section = {
  name: 'reviewPage',
  title: 'The review page',
  async measure(thoroughness) {
    const { drafts, rounds, ...figures } = await measureDraftPage(thoroughness === 'quick' ? 1 : 5);
    return [
      `A review of ${drafts} drafts, each with the code it is about, in a browser; rounds: ${rounds}, medians. A key is measured from`,
      'its event to the end of what it set going, layout included, while the draft is being written.',
      '',
      ...table(
        ['First paint', 'A draft changed elsewhere is seen', 'A key', 'The slowest of 50 keys'],
        [
          [
            milliseconds(figures.firstPaint),
            milliseconds(figures.change),
            milliseconds(figures.key),
            milliseconds(figures.slowestKey),
          ],
        ],
      ),
    ];
  },
};
