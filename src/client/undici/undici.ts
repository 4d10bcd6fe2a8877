// The part of undici that requests are made of. Its index loads `fetch`, caches and mocks as well, which would double the
// time until the first request is sent; sockets, which need `fetch`, are in `sockets.ts`.
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// as undici's index does
Object.assign(Dispatcher.prototype, api);

export { Agent, buildConnector, Client, Pool };
