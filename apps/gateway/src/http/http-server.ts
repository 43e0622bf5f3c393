import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { uploads } from './upload-path';
import { unmapAddress, unmapForwarded } from './addresses';

/** Milliseconds; longer than a load balancer keeps its connections, so that it never sends to one that is being closed. */
const keepAliveTimeout = 75_000;
/** Milliseconds in which the headers of a request must arrive, and then its body. */
const arrivalTime = 60_000;
/** An upload may take longer as long as this many bytes arrive each second. */
const leastBytesPerSecond = 4 * 1024;
/** Milliseconds in which a refused client can read the answer while it still sends. */
const lingerTime = 1_000;

/**
 * An HTTP server that limits the time of slow clients. The limit of Node for a whole request would also end a large upload that goes well,
 * so bodies have limits of their own.
 */
export function createHttpServer(listener: RequestListener, within = arrivalTime): Server {
  const server = createServer(
    { keepAliveTimeout, headersTimeout: within, requestTimeout: 0, connectionsCheckingInterval: within / 2 },
    (request, response) => {
      limitArrival(request, within, () => {
        const { socket } = request;
        // Half an answer cannot become another one.
        if (response.headersSent) socket.destroy();
        else server.emit('clientError', Object.assign(new Error('timeout'), { code: timeoutCode }), socket);
      });
      unmapForwarded(request);
      listener(request, response);
    },
  );
  server.on('connection', unmapAddress);
  return server;
}

/** Calls `expire` if the body does not arrive in time. */
function limitArrival(request: IncomingMessage, within: number, expire: () => void): void {
  const { headers, method, url = '', socket } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
  const isUpload = method === 'PUT' && url.startsWith(`/${uploads}/`);
  let arrived = socket.bytesRead;
  const timer = setTimeout(() => {
    if (request.complete) return;
    const before = arrived;
    arrived = socket.bytesRead;
    if (isUpload && arrived - before >= (leastBytesPerSecond * within) / 1_000) timer.refresh();
    else expire();
  }, within);
  request.once('close', () => clearTimeout(timer));
}

/** As Node names the error of its own limit. */
const timeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Answers invalid HTTP, and requests over the limits, and closes the connection. */
export function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [code, reason, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large', 'The URL and the headers are too long']
      : error.code === timeoutCode
        ? [408, 'Request Timeout', 'The request took too long to arrive']
        : [400, 'Bad Request', 'The request is not valid HTTP'];
  const body = JSON.stringify({ error: { code, message } });
  socket.end(
    `HTTP/1.1 ${code} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that goes on sending would keep the connection, and one that is cut off at once may lose the answer.
  setTimeout(() => socket.destroy(), lingerTime).unref();
}
