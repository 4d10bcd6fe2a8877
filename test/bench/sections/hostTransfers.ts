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
      'An archive saved from and sent to the sandbox by the commands of the packaged extension in an editor. Memory is the',
      'most its extension host had beyond what it had before, with everything it does besides: questions, progress, rows, the',
      'check of the archive that was saved.',
      '',
    ];
  },
};
