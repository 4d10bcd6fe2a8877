import type { Launch } from '../../support/hostSuite.ts';
import { sampleWindow } from '../../support/sampleWindow.ts';

export const prepare = (): Promise<Launch> => sampleWindow();
