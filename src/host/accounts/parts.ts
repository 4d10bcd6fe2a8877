export { RequestMeter } from './requestMeter.ts';
export { SampleServer } from './sampleServer.ts';
export { accountCommands } from './commands.ts';
export { remindOfExpiry } from './tokenExpiry.ts';
