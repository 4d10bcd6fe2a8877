import { measureFirstRow } from '../firstRow.ts';
import { goals, milliseconds, type Section } from './section.ts';

/** How the Commits view begins. */
export const commitsViewSection: Section = {
  name: 'commitsView',
  title: 'The first row of the Commits view',
  isSlow: true,
  async measure(thoroughness) {
    const { rounds, ms, requests } = await measureFirstRow(thoroughness === 'quick' ? 1 : 5);
    return [
      ...goals([
        {
          what: 'Requests before the first row, after sign-in',
          wanted: '1',
          found: String(requests.length),
          isMet: requests.length === 1,
          why: `They are ${requests.join(', ')}.`,
        },
      ]),
      `The first row is drawn ${milliseconds(ms)} after the click that opens the view (median of ${rounds}): in an editor with the`,
      'packaged extension, in a window that was opened again on a folder it knows. The extension is loaded meanwhile. Requests',
      'are those the sandbox received, up to the one that brought the commits. A folder that was never open before takes one',
      'more, for its project. The views beside it are closed; open, they ask for what they show at the same time.',
      '',
    ];
  },
};
