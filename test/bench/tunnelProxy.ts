// A proxy that opens tunnels to the loopback interface: node tunnelProxy.ts; prints its address.
import type { AddressInfo } from 'node:net';
import { tunnelling } from '../client/proxy/broken.ts';

const proxy = tunnelling();
proxy.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`));
