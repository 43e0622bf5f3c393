import { Controller, Get, Header, Param, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { notFound } from '@bindery/contracts';
import { findIcon, iconNames, svgOf } from '@bindery/icons';
import { anonymousKey } from '../auth/auth.guard';

const forAYear = 'public, max-age=31536000, immutable';

/** The icons of pages in the app, in the shapes that sites draw. Their addresses contain a version, which nothing reads. */
@Controller('app/assets/icons/:version')
export class IconsController {
  @Get('names.json')
  @SetMetadata(anonymousKey, true)
  @Header('cache-control', forAYear)
  names(): string[] {
    return iconNames();
  }

  @Get(':name.svg')
  @SetMetadata(anonymousKey, true)
  @Header('cache-control', forAYear)
  @Header('content-type', 'image/svg+xml')
  icon(@Param('name') name: string, @Res() reply: FastifyReply): void {
    const shape = findIcon(name);
    if (!shape) throw notFound('Icon');
    void reply.send(svgOf(shape));
  }
}
