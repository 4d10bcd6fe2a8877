import { measureHostTransfers } from '../hostTransfers.ts';
import { goals, megabytes, type Section } from './section.ts';

/** One large archive through an editor. */
export const hostTransfersSection: Section = {
  name: 'hostTransfers',
  title: 'Transfers in the editor',
  isSlow: true,
  async measure(thoroughness) {
    const wantedBytes = thoroughness === 'quick' ? 256 * 1024 ** 2 : 2 * 1024 ** 3;
    const { sizeBytes, growthBytes, isEqual } = await measureHostTransfers(wantedBytes);
    return [
      ...goals(
        (['upload', 'download'] as const).flatMap((direction) => [
          {
            what: `${direction} of ${megabytes(sizeBytes)}: memory of the extension host`,
            wanted: '< 64 MB more',
            found: `${megabytes(growthBytes[direction])} more`,
            isMet: growthBytes[direction] < 64 * 1024 ** 2,
            why: 'Rows, notifications and pages are drawn by the same process.',
          },
          {
            what: `${direction} of ${megabytes(sizeBytes)}: checksum`,
            wanted: 'equal',
            found: isEqual[direction] ? 'equal' : 'not equal',
            isMet: isEqual[direction],
            why: 'What arrived is not what was sent.',
          },
        ]),
      ),
      'An archive saved from the sandbox and then sent to it by the commands of the packaged extension in an editor. Memory is',
      'the most its extension host had, as the system counts it, beyond what it had while the Administration view was open and',
      'nothing had been done yet; with everything it does besides: questions, progress, rows, the check of what was saved.',
      '',
    ];
  },
};
