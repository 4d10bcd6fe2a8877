import type { ConnectionPages } from './connectionPage/pages.ts';
import type { RequestMeter } from './requestMeter.ts';
import type { SampleServer } from './sampleServer.ts';
import type { Shell } from '../shell/shell.ts';

export interface AccountsArea extends Shell {
  readonly sampleServer: SampleServer;
  readonly requestMeter: RequestMeter;
  readonly connectionPages: ConnectionPages;
}
