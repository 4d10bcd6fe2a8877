// Avoids undici's index: `fetch`, caches and mocks double the time to the first request. Sockets, which need `fetch`, are
// in `sockets.ts`.
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// as in undici's index
Object.assign(Dispatcher.prototype, api);

export { Agent, buildConnector, Client, Pool };
