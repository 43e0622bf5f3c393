import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { compose, type Sender } from './compose';
import type { Mail, Mailer } from './mail';

/** Writes mails to a folder, one `.eml` file each, instead of sending them. A mail that is sent again replaces itself. */
export class FolderMailer implements Mailer {
  private readonly transport = createTransport({ streamTransport: true, buffer: true });

  constructor(
    private readonly folder: string,
    private readonly sender: Sender,
  ) {}

  async send(mail: Mail): Promise<void> {
    const { message } = await this.transport.sendMail(compose(mail, this.sender));
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${mail.id}.eml`);
    // Renamed when complete, so that a program that watches the folder never sees half a mail.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  close(): void {
    this.transport.close();
  }
}
