#!/usr/bin/env node
// An HTTP hook on port argv[2]: echoes the payload's `say`, hangs on "hang", breaks off on "reset", refuses on "teapot".
import { createServer } from 'node:http';

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { say } = JSON.parse(body);
  if (say === 'hang') return;
  if (say === 'reset') request.socket.destroy();
  else response.writeHead(say === 'teapot' ? 418 : 200, { 'x-hook': 'yes' }).end(JSON.stringify({ said: say }));
}).listen(Number(process.argv[2]), '127.0.0.1');
