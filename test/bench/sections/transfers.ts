import { measureTransfers, type TransferResults } from '../transfers.ts';
import { goals, megabytes, ratio, table, type Goal, type Section } from './section.ts';

const heldBackMemory = ({ growthBytes, smallGrowthBytes }: TransferResults): string =>
  growthBytes > 1.25 * smallGrowthBytes
    ? `It depends on the size of the file: ${megabytes(smallGrowthBytes)} for an eighth of it. Why has not been looked into.`
    : `It hardly depends on the size of the file: ${megabytes(smallGrowthBytes)} for an eighth of it.`;

const heldBackSpeed = {
  upload:
    'Of the profile, most is the system’s: reading the file and writing to the connection. What is JavaScript is a tenth.',
  download:
    'Most of it is the system’s: copying into its file cache, several times as long where a virtual machine has to be given the memory for that first. With room there, it takes no more processor time than curl.',
};

const goalsOf = (name: string, results: TransferResults, why: string): readonly Goal[] => {
  const { ms, growthBytes, curlMs, isEqual } = results;
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
    {
      what: `${name}: checksum`,
      wanted: 'equal',
      found: isEqual ? 'equal' : 'not equal',
      isMet: isEqual,
      why: 'What arrived is not what was sent.',
    },
  ];
};

/** Ways to a server other than the plain one. */
const otherWays = ['TLS', 'CONNECT'] as const;

/** One large archive sent and fetched as the product does, and with curl; and smaller ones by other ways. */
export const transfersSection: Section = {
  name: 'transfers',
  title: 'Transfers',
  limitMinutes: 15,
  async measure(thoroughness) {
    const isQuick = thoroughness === 'quick';
    const wantedBytes = isQuick ? 128 * 1024 ** 2 : 2 * 1024 ** 3;
    const { sizeBytes, hash, upload, download } = await measureTransfers(wantedBytes, isQuick ? 1 : 4);
    const ways = [];
    for (const way of otherWays) {
      const measured = await measureTransfers(300 * 1024 ** 2, isQuick ? 1 : 7, way);
      ways.push({ way, ...measured });
    }
    return [
      ...goals([
        ...goalsOf(`Upload of ${megabytes(sizeBytes)}`, upload, heldBackSpeed.upload),
        ...goalsOf(`Download of ${megabytes(sizeBytes)}`, download, heldBackSpeed.download),
        ...ways.flatMap(({ way, sizeBytes: size, ...both }) => [
          ...goalsOf(`${way}, upload of ${megabytes(size)}`, both.upload, heldBackSpeed.upload),
          ...goalsOf(`${way}, download of ${megabytes(size)}`, both.download, heldBackSpeed.download),
        ]),
      ]),
      'One archive as GitLab makes them, to and from a server that only sends and takes it, as the product does and with curl',
      'in turns, each in a fresh process. Downloads are written to disk and flushed, those of curl too, and ours are read to',
      'their end before they count as saved; that check is not part of the speed. Memory is the most the process had beyond',
      'what it had before the request, check included, as the system counts it. Memory of what has arrived is given back as',
      'soon as it is written: left to the collector, a download grew by 82 to 92 MB. TLS is a server with a certificate of',
      'its own; CONNECT is the same one through the tunnel of a proxy. Server and proxy take part of the processors.',
      '',
      'Before each download, ours or that of curl, the system is made to have room for it in its file cache. A virtual machine',
      'whose idle memory is lent elsewhere gets it back slowly, and most slowly for who writes in large pieces, as we do:',
      'without room, and with nothing else changed, we came to 0.57 times of curl.',
      '',
      ...table(
        ['Way', 'Direction', 'Product', 'curl', 'Check', 'Memory'],
        [{ way: 'plain', sizeBytes, upload, download }, ...ways].flatMap(({ way, sizeBytes: size, ...both }) =>
          (['upload', 'download'] as const).map((direction) => {
            const { ms, curlMs, checkMs, growthBytes } = both[direction];
            const speed = (took: number): string => `${megabytes((size * 1000) / took)}/s`;
            return [
              way,
              direction,
              speed(ms),
              curlMs === undefined ? 'not installed' : speed(curlMs),
              checkMs === 0 ? '–' : speed(checkMs),
              megabytes(growthBytes),
            ];
          }),
        ),
      ),
      `SHA-256 at both ends: \`${hash}\``,
      '',
    ];
  },
};
