import type { Launch } from '../../support/window/hostSuite.ts';
import { sampleWindow } from '../../support/window/sampleWindow.ts';
import type { SoakWorld } from './soakWorld.ts';

/** Duration and seed come from the environment. */
export const prepare = (): Promise<Launch> =>
  sampleWindow(async (): Promise<SoakWorld> => {
    const { GRAFT_SOAK_MINUTES: minutes = '0', GRAFT_SOAK_SEED: seed } = process.env;
    return { minutes: Number(minutes), seed: Number(seed ?? Date.now() % 1_000_000) };
  });
