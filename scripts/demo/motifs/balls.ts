import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  move,
  oval,
  polygon,
  shadow,
  star,
  within,
} from "../artwork/shapes.ts";

const { white, saffron, amber, night, ink, blue, cocoa } = hue;

const ball = (color: string, ...marks: string[]) =>
  shadow(220) +
  fill(oval(0, 10, 148), color) +
  within(oval(0, 10, 148), ...marks) +
  within(
    oval(0, 10, 148),
    fill(`M-200 200V10A148 148 0 0 0 60 146A190 190 0 0 0 60 -130L400 -130V300Z`, night, 0.14),
  );

export const football = () =>
  ball(
    white,
    move(
      0,
      10,
      fill(star(0, 0, 5, 52), ink),
      around(
        5,
        () =>
          line("M0 -52V-96", ink, 8) +
          fill(polygon([-38, -150], [38, -150], [30, -112], [0, -92], [-30, -112]), ink),
      ),
      around(5, () => line("M30 -108L91 -64", ink, 8)),
    ),
  );

export const basketball = () =>
  ball(
    amber,
    line("M0 -150V170M-160 10H160", cocoa, 9),
    line("M-112 -110Q-30 10 -112 130M112 -110Q30 10 112 130", cocoa, 9),
  );

export const volleyball = () =>
  ball(
    white,
    move(
      0,
      10,
      around(
        3,
        () =>
          [saffron, blue, white]
            .map((color, i) =>
              fill(
                `M0 0C-30 ${-60 + i * 34} ${20 + i * 12} ${-150 + i * 40} ${120 + i * 30} ${-150 + i * 50}L220 0Z`,
                color,
              ),
            )
            .join("") + line("M0 0C-30 -60 20 -150 120 -150", ink, 5, 0.35),
      ),
    ),
  );
