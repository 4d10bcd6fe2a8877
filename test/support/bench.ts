// npm run bench
import '../bench/run.ts';
