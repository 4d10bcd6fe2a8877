import type { Launch } from '../../support/window/hostSuite.ts';
import { sampleWindow } from '../../support/window/sampleWindow.ts';

export const prepare = (): Promise<Launch> => sampleWindow();
