import { gitFailure } from '../../src/host/shell/git.ts';
import type { Inputs } from '../support/endsInTime.ts';

export const inputs: Inputs = {
  'words of git without a space': () => gitFailure(['fetch'], 'a'.repeat(1e6)),
  'words of git of addresses': () => gitFailure(['fetch'], 'https://a'.repeat(200_000)),
};
