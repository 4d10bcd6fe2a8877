import { measureMissing } from '../missing.ts';
import { goals, milliseconds, ratio, table, type Section } from './section.ts';

const wanted = 1.5;

/** What is missing on branches, found in a clone, against `git cherry`. */
export const missingSection: Section = {
  name: 'missing',
  title: 'Missing on a branch',
  async measure(thoroughness) {
    const [commits, rounds] = thoroughness === 'quick' ? [4_000, 1] : [20_000, 3];
    const results = await measureMissing(commits, rounds);
    const otherwise = results.reduce((total, result) => total + result.otherwise, 0);
    return [
      ...goals([
        ...results.map(({ branches, lacks, cherryMs, ownMs }) => {
          const found = ownMs / cherryMs;
          return {
            what: `Comparing ${branches.join(', ')} in a clone, ${lacks.toLocaleString('en')} commits apart`,
            wanted: `within ${ratio(wanted)} of git cherry`,
            found: ratio(found),
            isMet: found <= wanted,
            why: 'The files of a commit are read once for the list and once more for its patch, where git cherry does both at once.',
          };
        }),
        {
          what: 'Commits that git cherry calls otherwise',
          wanted: '0',
          found: String(otherwise),
          isMet: otherwise === 0,
        },
      ]),
      `A generated history of ${commits.toLocaleString('en')} commits with merges, and branches that have taken some of them: as they are, changed by`,
      `hand, squashed, reverted and taken again. In turns with \`git cherry\`, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, medians. git cherry says which commits`,
      'have an equal; the list also has their messages, which commit they are equal to, and the merges.',
      '',
      ...table(
        ['Branches', 'Lack', 'Have alone', 'Equal', 'git cherry', 'Missing on a Branch', 'Ratio'],
        results.map(({ branches, lacks, own, equal, cherryMs, ownMs }) => [
          branches.join(', '),
          String(lacks),
          String(own),
          String(equal),
          milliseconds(cherryMs),
          milliseconds(ownMs),
          ratio(ownMs / cherryMs),
        ]),
      ),
    ];
  },
};
