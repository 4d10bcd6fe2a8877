import type { Launch } from '../../support/hostSuite.ts';
import { sampleWindow } from '../../support/sampleWindow.ts';

/** A window on a clone of the sample project; its server can be told to fail. */
export const prepare = (): Promise<Launch> => sampleWindow();
