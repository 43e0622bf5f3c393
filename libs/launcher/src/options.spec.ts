import { startOptions } from './options';

it('listens on the loopback by default, with all services in one process', () => {
  expect(startOptions([])).toEqual({ port: 4000, host: '127.0.0.1', isSingleProcess: true, takesOver: false });
  expect(startOptions(['--single-process'])).toEqual(startOptions([]));
  const given = ['--port', '8080', '--host', '0.0.0.0', '--separate-processes', '--take-over'];
  expect(startOptions(given)).toEqual({ port: 8080, host: '0.0.0.0', isSingleProcess: false, takesOver: true });
  expect(startOptions(['--watch', 'content'])).toMatchObject({ isSingleProcess: false, watch: 'content' });
});

it('answers nothing when help is asked for', () => expect(startOptions(['--port', 'x', '-h'])).toBeUndefined());

it.each([
  [['--prot', '1'], /--prot/],
  [['--port', '0'], /--port must be a number from 1 to 65535, not 0/],
  [['--port', '4e3'], /--port must be/],
  [['--host', 'here'], /--host must be an IP address of this machine, such as 0\.0\.0\.0, not here/],
  [['--watch', 'contents'], /--watch must be one of gateway, identity, .*, not contents/],
  [['--watch', 'content', '--single-process'], /leave out --single-process/],
  [['--separate-processes', '--single-process'], /leave out --single-process/],
])('says what is wrong with %s, and how it is written', (args, message) => {
  expect(() => startOptions(args)).toThrow(message);
  expect(() => startOptions(args)).toThrow('npm start [-- --port N]');
});
