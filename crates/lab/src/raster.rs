//! A drawing as PNG: shapes and glyph outlines filled by a software rasteriser, with fonts that are part of the
//! program, so that a plot looks the same on every machine.

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

use crate::plot::PlotError;
use crate::scene::{Anchor, DASH, Pen, Role, Scene, Shape};

/// The drawing as PNG, at so many pixels a point.
pub(crate) fn png(scene: &Scene, scale: f32) -> Result<Vec<u8>, PlotError> {
    let (width, height) = ((scene.width * scale).ceil(), (scene.height * scale).ceil());
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(PlotError::Size)?;
    let fonts = Fonts::load()?;
    let transform = Transform::from_scale(scale, scale);
    pixels.fill(colour(Role::Ground));
    for shape in &scene.shapes {
        paint_shape(&mut pixels, shape, transform, &fonts);
    }
    pixels.encode_png().map_err(|_| PlotError::Encoding)
}

fn colour(role: Role) -> Color {
    let hex = u32::from_str_radix(&role.colour(false)[1..], 16).unwrap_or(0);
    let [_, red, green, blue] = hex.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}

fn paint(role: Role) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour(role));
    paint
}

fn paint_shape(pixels: &mut Pixmap, shape: &Shape, transform: Transform, fonts: &Fonts) {
    match shape {
        Shape::Line { points, pen } => {
            if let Some(path) = path(points, false) {
                stroke(pixels, &path, *pen, transform);
            }
        }
        Shape::Area { points, fill, pen, .. } => {
            if let Some(path) = path(points, true) {
                paint_outline(pixels, &path, *fill, *pen, transform);
            }
        }
        Shape::Circle { x, y, radius, fill, pen, .. } => {
            if let Some(path) = PathBuilder::from_circle(*x, *y, *radius) {
                paint_outline(pixels, &path, *fill, *pen, transform);
            }
        }
        Shape::Text { x, y, text, size, bold, anchor, role } => {
            let face = if *bold { &fonts.bold } else { &fonts.regular };
            let width = text_width(face, text, *size);
            let x = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            if let Some(path) = text_outline(face, text, *size, x, *y) {
                pixels.fill_path(&path, &paint(*role), FillRule::Winding, transform, None);
            }
        }
    }
}

fn paint_outline(
    pixels: &mut Pixmap,
    path: &tiny_skia::Path,
    fill: Option<Role>,
    pen: Option<Pen>,
    transform: Transform,
) {
    if let Some(role) = fill {
        pixels.fill_path(path, &paint(role), FillRule::Winding, transform, None);
    }
    if let Some(pen) = pen {
        stroke(pixels, path, pen, transform);
    }
}

fn stroke(pixels: &mut Pixmap, path: &tiny_skia::Path, pen: Pen, transform: Transform) {
    let dash = if pen.dashed { StrokeDash::new(DASH.to_vec(), 0.0) } else { None };
    let (line_cap, line_join) = (LineCap::Butt, LineJoin::Round);
    let stroke = Stroke { width: pen.width, dash, line_cap, line_join, ..Default::default() };
    pixels.stroke_path(path, &paint(pen.role), &stroke, transform, None);
}

fn path(points: &[(f32, f32)], closed: bool) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for (number, &(x, y)) in points.iter().enumerate() {
        if number == 0 {
            builder.move_to(x, y);
        } else {
            builder.line_to(x, y);
        }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

/// The two faces of the plots, which are part of the program: DejaVu Sans Condensed has the letters and the signs that
/// game theory needs, and its licence allows it.
pub(crate) struct Fonts {
    pub(crate) regular: ttf_parser::Face<'static>,
    pub(crate) bold: ttf_parser::Face<'static>,
}

impl Fonts {
    pub(crate) fn load() -> Result<Self, PlotError> {
        let face = |bytes| ttf_parser::Face::parse(bytes, 0).map_err(|_| PlotError::Font);
        Ok(Self { regular: face(dejavu::sans_condensed::regular())?, bold: face(dejavu::sans_condensed::bold())? })
    }
}

/// How wide a text is, in points.
pub(crate) fn text_width(face: &ttf_parser::Face<'_>, text: &str, size: f32) -> f32 {
    let units: f32 = text.chars().map(|c| advance(face, c).1).sum();
    units * size / f32::from(face.units_per_em())
}

fn advance(face: &ttf_parser::Face<'_>, c: char) -> (ttf_parser::GlyphId, f32) {
    let glyph = face.glyph_index(c).unwrap_or_default();
    (glyph, f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)))
}

fn text_outline(face: &ttf_parser::Face<'_>, text: &str, size: f32, x: f32, y: f32) -> Option<tiny_skia::Path> {
    let scale = size / f32::from(face.units_per_em());
    let mut pen = GlyphPen { builder: PathBuilder::new(), x, y, scale };
    for c in text.chars() {
        let (glyph, width) = advance(face, c);
        face.outline_glyph(glyph, &mut pen);
        pen.x += width * scale;
    }
    pen.builder.finish()
}

/// Draws glyphs into a path: font units up, pixels down.
struct GlyphPen {
    builder: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl GlyphPen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl ttf_parser::OutlineBuilder for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}
