import { rmSync } from 'node:fs';
import path from 'node:path';
import { packageExtension } from '../../support/packaging.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { measureIdleWindow } from '../idleWindow.ts';
import type { Metered } from '../meter.ts';
import { kilobytes, ratio, table, type Section } from './section.ts';

const rowOf = (name: string, { requests, unchanged, sentBytes, receivedBytes }: Metered): readonly string[] => [
  ...[name, String(requests), String(unchanged)],
  ...[kilobytes(sentBytes), kilobytes(receivedBytes)],
];

/** Both ways side by side. */
const measured = async (minutes: number): Promise<readonly [conditional: Metered, whole: Metered]> => {
  const folder = temporaryFolder('bench-package');
  try {
    const vsixFile = await packageExtension(path.join(folder, 'extension.vsix'));
    return await Promise.all([
      measureIdleWindow(vsixFile, minutes, { isForgetful: false }),
      measureIdleWindow(vsixFile, minutes, { isForgetful: true }),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What a window that is left alone asks its server for. */
export const idleSection: Section = {
  name: 'idle',
  title: 'An idle window',
  isSlow: true,
  limitMinutes: 20,
  async measure(thoroughness) {
    const minutes = thoroughness === 'quick' ? 1 : 10;
    const [conditional, whole] = await measured(minutes);
    return [
      `${minutes} min of a window in the foreground with the Commits view (one pipeline runs), a review page and an`,
      'iteration open, after 30 seconds to settle, and the same through a proxy that takes the ETags out of all answers.',
      'Heads and bodies count, packed as they are sent; what the cable tells does not.',
      '',
      ...table(
        ['Reading again', 'Requests', 'Of these 304', 'Sent', 'Received'],
        [rowOf('conditionally', conditional), rowOf('whole', whole)],
      ),
      `Received: ${ratio(conditional.receivedBytes / whole.receivedBytes)} of what reading whole takes.`,
      '',
      ...table(
        ['Asked for', 'Requests'],
        conditional.byPath.map(([path, requests]) => [`\`${path}\``, String(requests)]),
      ),
    ];
  },
};
