import { formatMarkdown } from '../support/formatMarkdown.ts';
import { activationSection } from './sections/activation.ts';
import { boardSection } from './sections/board.ts';
import { commitPageSection } from './sections/commitPage.ts';
import { commitsViewSection } from './sections/commitsView.ts';
import { connectionSection } from './sections/connection.ts';
import { historySection } from './sections/history.ts';
import { idleSection } from './sections/idle.ts';
import { hostileSection } from './sections/hostile.ts';
import { hostTransfersSection } from './sections/hostTransfers.ts';
import { missingSection } from './sections/missing.ts';
import { pagingSection } from './sections/paging.ts';
import { quicknessSection } from './sections/quickness.ts';
import { reviewSection } from './sections/review.ts';
import { reviewPageSection } from './sections/reviewPage.ts';
import { sandboxSection } from './sections/sandbox.ts';
import type { Section } from './sections/section.ts';
import { soakSection } from './sections/soak.ts';
import { transfersSection } from './sections/transfers.ts';

/** All parts, in the order they are measured and shown. */
export const sections: readonly Section[] = [
  commitPageSection,
  reviewPageSection,
  reviewSection,
  quicknessSection,
  activationSection,
  commitsViewSection,
  historySection,
  boardSection,
  missingSection,
  pagingSection,
  connectionSection,
  idleSection,
  hostileSection,
  transfersSection,
  hostTransfersSection,
  sandboxSection,
  soakSection,
];

const introduction = [
  '# Performance',
  '',
  'Written by `npm run bench`. Ratios compare things measured in turns within one run; absolute times depend on the machine',
  'and on what else it does. Nothing here is asserted by a test. `-- --quick` prints a rough run and writes nothing;',
  `\`-- --only <part>\` measures one part and writes its section alone: ${sections.map(({ name }) => `\`${name}\``).join(', ')}.`,
  '`-- --peer <file.vsix>` names a packaged extension that `activation` compares with.',
  '',
];

/** A section as it stands in the page. */
export const sectionText = ({ title }: Section, measuredOn: string, lines: readonly string[]): string =>
  [`## ${title}`, '', `Measured ${measuredOn}.`, '', ...lines].join('\n');

/**
 * The page with the sections that were measured in their places; the others stay as they were on the page before, and
 * what no part writes any more is left out. Formatted as the project's files are.
 */
export const performancePage = async (before: string, measured: ReadonlyMap<string, string>): Promise<string> => {
  const kept = new Map(
    before
      .split(/^(?=## )/m)
      .slice(1)
      .map((text) => [text.slice(3, text.indexOf('\n')).trim(), text] as const),
  );
  const texts = sections.flatMap(({ name, title }) => measured.get(name) ?? kept.get(title) ?? []);
  return formatMarkdown([introduction.join('\n'), ...texts].join('\n\n'));
};
