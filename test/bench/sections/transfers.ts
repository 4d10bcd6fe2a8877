import { measureTransfers, type TransferResults } from '../transfers.ts';
import { goals, megabytes, ratio, table, type Goal, type Section } from './section.ts';

const heldBackMemory = ({ growthBytes, smallGrowthBytes }: TransferResults): string =>
  growthBytes > 1.25 * smallGrowthBytes
    ? `It depends on the size of the file: ${megabytes(smallGrowthBytes)} for an eighth of it. Why has not been looked into.`
    : `It hardly depends on the size of the file: ${megabytes(smallGrowthBytes)} for an eighth of it. Node takes new memory for every 64 KB that arrive, and frees it when enough has gathered: undici that throws everything away grows as much.`;

const heldBackSpeed = {
  upload:
    'Of the profile, most is the system’s: reading the file and writing to the connection. What is JavaScript is a tenth.',
  download:
    'In the profile, half the time is spent waiting for the disk and the server, a seventh collecting the memory of the parts that arrived, an eighth handing them to be written; and the file is flushed to the disk before it counts as saved, which curl leaves to the system.',
};

const goalsOf = (name: string, results: TransferResults, why: string): readonly Goal[] => {
  const { ms, growthBytes, curlMs } = results;
  return [
    {
      what: `${name}: memory`,
      wanted: '< 64 MB more',
      found: `${megabytes(growthBytes)} more`,
      isMet: growthBytes < 64 * 1024 ** 2,
      why: heldBackMemory(results),
    },
    {
      what: `${name}: speed`,
      wanted: '≥ 0.80 × curl',
      ...(curlMs === undefined
        ? { found: 'not measured', why: 'curl is not installed here' }
        : { found: ratio(curlMs / ms), isMet: curlMs / ms >= 0.8, why }),
    },
  ];
};

/** One large file sent and fetched with the client and with curl. */
export const transfersSection: Section = {
  name: 'transfers',
  title: 'Transfers',
  async measure(thoroughness) {
    const sizeBytes = thoroughness === 'quick' ? 128 * 1024 ** 2 : 2 * 1024 ** 3;
    const { upload, download } = await measureTransfers(sizeBytes, thoroughness === 'quick' ? 1 : 2);
    return [
      ...goals([
        ...goalsOf(`Upload of ${megabytes(sizeBytes)}`, upload, heldBackSpeed.upload),
        ...goalsOf(`Download of ${megabytes(sizeBytes)}`, download, heldBackSpeed.download),
      ]),
      'One file to and from a generated server, with the client and with curl in turns. Downloads are written to disk. Memory',
      'is the most the process had beyond what it had before the request, as the system counts it.',
      '',
      ...table(
        ['Direction', 'Client', 'curl', 'Memory'],
        Object.entries({ upload, download }).map(([direction, { ms, curlMs, growthBytes }]) => [
          direction,
          `${megabytes((sizeBytes * 1000) / ms)}/s`,
          curlMs === undefined ? 'not installed' : `${megabytes((sizeBytes * 1000) / curlMs)}/s`,
          megabytes(growthBytes),
        ]),
      ),
    ];
  },
};
