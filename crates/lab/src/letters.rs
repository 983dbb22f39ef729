//! How wide a text is, so that a plot can be laid out before anybody draws it.
//!
//! The widths are those of DejaVu Sans Condensed, the first font that the plots ask for, in thousandths of the font's size.
//! A screen without that font takes another of about the same width; then a label may stand a little looser or tighter.

/// A face of the plots' font.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Face {
    Regular,
    Bold,
}

/// The width of a text of this size, in points.
pub(crate) fn text_width(face: Face, text: &str, size: f32) -> f32 {
    let thousandths: u32 = text.chars().map(|letter| u32::from(width(face, letter))).sum();
    thousandths as f32 * size / 1000.0
}

/// The width of one letter, in thousandths of the font's size.
fn width(face: Face, letter: char) -> u16 {
    let (letters, signs) = match face {
        Face::Regular => (&REGULAR, 0),
        Face::Bold => (&BOLD, 1),
    };
    let place = (letter as usize).checked_sub(' ' as usize);
    if let Some(&width) = place.and_then(|place| letters.get(place)) {
        return width;
    }
    let sign = SIGNS.iter().find(|(signs, ..)| signs.contains(letter));
    sign.map_or(WIDE, |&(_, regular, bold)| [regular, bold][signs])
}

/// From the space to the tilde.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    286, 360, 414, 754, 572, 855, 702, 247, 351, 351, 450, 754, 286, 325, 286, 303, 572, 572, 572, 572, 572, 572, 572, 572, 572, 572,
    303, 303, 754, 754, 754, 478, 900, 615, 617, 628, 693, 568, 518, 697, 677, 265, 265, 590, 501, 776, 673, 708, 542, 708, 625, 571,
    549, 659, 615, 890, 616, 549, 616, 351, 303, 351, 754, 450, 450, 551, 571, 495, 571, 554, 316, 571, 570, 250, 250, 521, 250, 876,
    570, 550, 571, 571, 370, 469, 353, 570, 532, 736, 532, 532, 472, 572, 303, 572, 754,
];

#[rustfmt::skip]
const BOLD: [u16; 95] = [
    313, 410, 469, 754, 626, 901, 785, 275, 411, 411, 470, 754, 342, 374, 342, 329, 626, 626, 626, 626, 626, 626, 626, 626, 626, 626,
    360, 360, 754, 754, 754, 522, 900, 696, 686, 660, 747, 615, 615, 738, 753, 334, 334, 697, 573, 896, 753, 765, 659, 765, 693, 648,
    614, 730, 696, 993, 694, 651, 652, 411, 329, 411, 754, 450, 450, 607, 644, 533, 644, 610, 391, 644, 641, 308, 308, 598, 308, 938,
    641, 618, 644, 644, 444, 536, 430, 641, 586, 831, 580, 586, 523, 641, 329, 641, 754,
];

/// Other signs that our figures use, regular and bold.
const SIGNS: [(&str, u16, u16); 8] = [
    ("·‘’", 286, 342),
    ("₀₁₂₃⁰¹²³⁴⁵⁶⁷⁸⁹", 360, 394),
    ("–°", 450, 450),
    ("“”⁻", 470, 591),
    ("εγ", 510, 557),
    ("αβδλμΣäöü√", 571, 625),
    ("−×±≤≥≠∞→", 754, 754),
    ("—…½∈", 900, 932),
];

/// What a letter takes that is not listed: too much rather than too little.
const WIDE: u16 = 900;

#[cfg(test)]
mod tests {
    use super::{Face, text_width};

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        assert_eq!(text_width(Face::Regular, "", 12.0), 0.0);
        // 615 + 571 + 754 + 900 thousandths of ten points.
        assert!((text_width(Face::Regular, "Ab−漢", 10.0) - 28.4).abs() < 1e-4);
        assert!(text_width(Face::Bold, "ε = 0.5", 10.0) > text_width(Face::Regular, "ε = 0.5", 10.0));
    }
}
