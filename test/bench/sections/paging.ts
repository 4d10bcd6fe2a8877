import type { PageCosts } from '../pageCosts.ts';
import { measurePaging } from '../paging.ts';
import { goals, megabytes, ratio, table, type Section } from './section.ts';

const gitbeakerAlone =
  'Without its limit of requests a minute, which is switched off here, the public client is not slow: it hands on what was parsed and checks nothing.';

/** What was measured of one page alone. */
const heldBackByChecks = ({ parseMs, checkMs }: PageCosts): string =>
  `Of a page, parsing costs ${parseMs.toFixed(2)} ms in both; the client checks every record besides (${checkMs.toFixed(3)} ms together with looking for web pages and long numbers). The rest is the frame of a request, most of it code that runs once a page and never gets as warm as the check: its address, its abort signal, sharing it with equal requests.`;

const flat = 8 * 1024 ** 2;

/** Reading a long list with the client, with undici alone and with the public client. */
export const pagingSection: Section = {
  name: 'paging',
  title: 'Paging',
  async measure(thoroughness) {
    const { pages, rounds } = thoroughness === 'quick' ? { pages: 300, rounds: 1 } : { pages: 2000, rounds: 3 };
    const { paging, costs } = await measurePaging(pages, rounds);
    const toUndici = paging.undici.ms / paging.client.ms;
    const toGitbeaker = paging.gitbeaker.ms / paging.client.ms;
    const growth = paging.client.growthBytes;
    return [
      ...goals([
        {
          what: 'Client to bare undici',
          wanted: '≥ 0.85 ×',
          found: ratio(toUndici),
          isMet: toUndici >= 0.85,
          why: heldBackByChecks(costs),
        },
        {
          what: 'Client to @gitbeaker/rest',
          wanted: '≥ 5 ×',
          found: ratio(toGitbeaker),
          isMet: toGitbeaker >= 5,
          why: gitbeakerAlone,
        },
        {
          what: 'Memory',
          wanted: 'flat',
          found: `${megabytes(growth)} more`,
          isMet: growth < flat,
          why: 'Pages are held beyond their turn.',
        },
      ]),
      `${pages} pages of 100 commits from a generated server in a process of its own, each reader in a fresh process, the`,
      `first 100 pages not measured, rounds in turns: ${rounds}, medians. Memory is the heap after a collection at the end`,
      'against page 100. The public client reads page by page with its limit of requests a minute switched off.',
      '',
      ...table(
        ['Reader', 'Pages a second', 'To bare undici', 'In processor time', 'Heap growth'],
        Object.entries(paging).map(([way, { ms, cpuMs, growthBytes }]) => [
          way,
          String(Math.round(((pages - 100) * 1000) / ms)),
          ratio(paging.undici.ms / ms),
          ratio(paging.undici.cpuMs / cpuMs),
          megabytes(growthBytes),
        ]),
      ),
    ];
  },
};
