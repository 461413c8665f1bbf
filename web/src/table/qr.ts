// A link as a QR code.
import { renderSVG } from "uqr";

/** The QR code as SVG text. */
export const qr = (link: string): string => renderSVG(link, { border: 2 });
