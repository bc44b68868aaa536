// The peers of ConvertTensor: loops for one case each, with AVX2, F16C and byte shuffles, as an engineer writes them in
// an afternoon. They assume their sizes and check and align nothing. Without these instructions, or without the
// compiler's headers for them, there are no peers.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_CONVERT_PEER_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_CONVERT_PEER_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#define CONVERT_BENCHMARK_PEER 1
#include <immintrin.h>
#else
#define CONVERT_BENCHMARK_PEER 0
#endif

namespace convert_peer
{
// The task: images with channels and pixels, and a scale and a bias per channel.
struct Tensor
{
    std::size_t images;
    std::size_t channels;
    std::size_t pixels;
    const float* scales;
    const float* biases;
};

using Loop = void (*)(unsigned char* to, const unsigned char* from, const Tensor& tensor);

#if CONVERT_BENCHMARK_PEER

#define CONVERT_PEER __attribute__((target("avx2,fma,f16c")))
#define CONVERT_PEER_STEP inline __attribute__((always_inline, target("avx2,fma,f16c")))

CONVERT_PEER_STEP __m256 FloatsOf(__m128i bytes) { return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes)); }
CONVERT_PEER_STEP __m256 FloatsOfHalves(const unsigned char* from)
{
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}
CONVERT_PEER_STEP void StoreHalves(unsigned char* to, __m256 floats)
{
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_cvtps_ph(floats, _MM_FROUND_TO_NEAREST_INT));
}

// Converts 16 values to bytes with saturation.
CONVERT_PEER_STEP __m128i BytesOf(__m256 low, __m256 high)
{
    const __m256i words = _mm256_packs_epi32(_mm256_cvtps_epi32(low), _mm256_cvtps_epi32(high));
    const __m256i ordered = _mm256_permute4x64_epi64(words, 0xD8);
    return _mm_packus_epi16(_mm256_castsi256_si128(ordered), _mm256_extracti128_si256(ordered, 1));
}

// Returns a mask: byte i of part `part` of 16 pixels comes from byte mask[i] of plane `plane`. With `isBack` the
// direction is reversed.
struct Mask
{
    unsigned char bytes[16];

    Mask(std::size_t channels, std::size_t part, std::size_t plane, bool isBack)
    {
        for (unsigned char& byte : bytes) { byte = 0x80; }
        for (std::size_t i = 0; i < 16; ++i)
        {
            const std::size_t position = 16 * part + i;
            if (position % channels != plane) { continue; }
            bytes[isBack ? position / channels : i] = static_cast<unsigned char>(isBack ? i : position / channels);
        }
    }
};

template <std::size_t Channels> struct Masks
{
    __m128i masks[Channels][Channels]; // [result][operand]

    CONVERT_PEER explicit Masks(bool isBack)
    {
        for (std::size_t part = 0; part < Channels; ++part)
        {
            for (std::size_t plane = 0; plane < Channels; ++plane)
            {
                const Mask mask(Channels, part, plane, isBack);
                masks[isBack ? plane : part][isBack ? part : plane] =
                    _mm_loadu_si128(reinterpret_cast<const __m128i*>(mask.bytes));
            }
        }
    }
};

template <std::size_t Channels>
CONVERT_PEER_STEP __m128i Mixed(const __m128i (&operands)[Channels], const __m128i (&masks)[Channels])
{
    __m128i mixed = _mm_shuffle_epi8(operands[0], masks[0]);
#pragma GCC unroll 4
    for (std::size_t i = 1; i < Channels; ++i) { mixed = _mm_or_si128(mixed, _mm_shuffle_epi8(operands[i], masks[i])); }
    return mixed;
}

// Planes of halves to pixels of bytes. The number of pixels is a multiple of 16, here and below.
template <std::size_t Channels>
CONVERT_PEER void PlanesToPixels(unsigned char* to, const unsigned char* from, const Tensor& by)
{
    const std::size_t pixels = by.pixels;
    const Masks<Channels> masks(false);
    for (std::size_t i = 0; i < pixels; i += 16, to += 16 * Channels)
    {
        __m128i planes[Channels];
#pragma GCC unroll 4
        for (std::size_t c = 0; c < Channels; ++c)
        {
            const unsigned char* const plane = from + 2 * (c * pixels + i);
            const __m256 scale = _mm256_set1_ps(by.scales[c]);
            const __m256 bias = _mm256_set1_ps(by.biases[c]);
            planes[c] = BytesOf(_mm256_fmadd_ps(FloatsOfHalves(plane), scale, bias),
                                _mm256_fmadd_ps(FloatsOfHalves(plane + 16), scale, bias));
        }
#pragma GCC unroll 4
        for (std::size_t c = 0; c < Channels; ++c)
        {
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to) + c, Mixed<Channels>(planes, masks.masks[c]));
        }
    }
}

template <std::size_t ElementSize> CONVERT_PEER_STEP void StoreFloats(unsigned char* to, __m256 floats)
{
    if constexpr (ElementSize == 2) { StoreHalves(to, floats); }
    else { _mm256_storeu_ps(reinterpret_cast<float*>(to), floats); }
}

// Pixels of bytes to planes of halves or floats.
template <std::size_t Channels, std::size_t ElementSize>
CONVERT_PEER void PixelsToPlanes(unsigned char* to, const unsigned char* from, const Tensor& by)
{
    const std::size_t pixels = by.pixels;
    const Masks<Channels> masks(true);
    for (std::size_t i = 0; i < pixels; i += 16, from += 16 * Channels)
    {
        __m128i parts[Channels];
#pragma GCC unroll 4
        for (std::size_t c = 0; c < Channels; ++c)
        {
            parts[c] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from) + c);
        }
#pragma GCC unroll 4
        for (std::size_t c = 0; c < Channels; ++c)
        {
            unsigned char* const plane = to + ElementSize * (c * pixels + i);
            const __m256 scale = _mm256_set1_ps(by.scales[c]);
            const __m256 bias = _mm256_set1_ps(by.biases[c]);
            const __m128i bytes = Mixed<Channels>(parts, masks.masks[c]);
            StoreFloats<ElementSize>(plane, _mm256_fmadd_ps(FloatsOf(bytes), scale, bias));
            StoreFloats<ElementSize>(plane + 8 * ElementSize,
                                     _mm256_fmadd_ps(FloatsOf(_mm_srli_si128(bytes, 8)), scale, bias));
        }
    }
}

// Planes of halves to pixels of three halves. The converted values are shuffled as pairs of bytes.
CONVERT_PEER inline void PlanesToPixelsOfHalves(unsigned char* to, const unsigned char* from, const Tensor& by)
{
    const std::size_t pixels = by.pixels;
    alignas(16) unsigned char bytes[3][3][16];
    for (std::size_t position = 0; position < 24; ++position)
    {
        for (std::size_t plane = 0; plane < 3; ++plane)
        {
            for (std::size_t k = 0; k < 2; ++k)
            {
                bytes[position / 8][plane][position % 8 * 2 + k] =
                    static_cast<unsigned char>(position % 3 == plane ? position / 3 * 2 + k : 0x80);
            }
        }
    }
    __m128i masks[3][3];
    for (std::size_t i = 0; i < 9; ++i)
    {
        masks[i / 3][i % 3] = _mm_load_si128(reinterpret_cast<__m128i*>(bytes[i / 3][i % 3]));
    }
    for (std::size_t i = 0; i < pixels; i += 8, to += 48)
    {
        __m128i planes[3];
#pragma GCC unroll 4
        for (std::size_t c = 0; c < 3; ++c)
        {
            const __m256 floats = FloatsOfHalves(from + 2 * (c * pixels + i));
            planes[c] =
                _mm256_cvtps_ph(_mm256_fmadd_ps(floats, _mm256_set1_ps(by.scales[c]), _mm256_set1_ps(by.biases[c])), 0);
        }
#pragma GCC unroll 4
        for (std::size_t c = 0; c < 3; ++c)
        {
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to) + c, Mixed<3>(planes, masks[c]));
        }
    }
}

// Pixels of three bytes to pixels of three floats: three vectors hold the pairs of 8 pixels.
CONVERT_PEER inline void PixelsToFloats(unsigned char* to, const unsigned char* from, const Tensor& by)
{
    float scales[24];
    float biases[24];
    for (std::size_t i = 0; i < 24; ++i)
    {
        scales[i] = by.scales[i % 3];
        biases[i] = by.biases[i % 3];
    }
    for (std::size_t i = 0; i < 3 * by.pixels; i += 24)
    {
#pragma GCC unroll 4
        for (std::size_t k = 0; k < 24; k += 8)
        {
            const __m256 floats = FloatsOf(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from + i + k)));
            StoreFloats<4>(to + 4 * (i + k),
                           _mm256_fmadd_ps(floats, _mm256_loadu_ps(scales + k), _mm256_loadu_ps(biases + k)));
        }
    }
}

CONVERT_PEER_STEP __m256 LoadFloats(const unsigned char* from)
{
    return _mm256_loadu_ps(reinterpret_cast<const float*>(from));
}

CONVERT_PEER inline void FloatsToHalves(unsigned char* to, const unsigned char* from, const Tensor& by)
{
    for (std::size_t i = 0; i < 2 * by.images * by.channels * by.pixels; i += 32)
    {
        StoreHalves(to + i, LoadFloats(from + 2 * i));
        StoreHalves(to + i + 16, LoadFloats(from + 2 * i + 32));
    }
}

CONVERT_PEER inline void HalvesToFloats(unsigned char* to, const unsigned char* from, const Tensor& by)
{
    for (std::size_t i = 0; i < 2 * by.images * by.channels * by.pixels; i += 32)
    {
        StoreFloats<4>(to + 2 * i, FloatsOfHalves(from + i));
        StoreFloats<4>(to + 2 * i + 32, FloatsOfHalves(from + i + 16));
    }
}

// NCHW of floats to NHWC of halves, for multiples of 8 channels and pixels. Blocks of 8 x 8 floats are loaded as halves
// and transposed in 24 unpacks. The outer loop is over pixels, so that whole cache lines are written.
CONVERT_PEER inline void PlanesToChannelsLast(unsigned char* to, const unsigned char* from, const Tensor& by)
{
    const std::size_t channels = by.channels;
    const std::size_t pixels = by.pixels;
    for (std::size_t image = 0; image < by.images; ++image, to += 2 * channels * pixels, from += 4 * channels * pixels)
    {
        for (std::size_t pixel = 0; pixel < pixels; pixel += 8)
        {
            for (std::size_t channel = 0; channel < channels; channel += 8)
            {
                __m128i a[8];
                __m128i b[8];
#pragma GCC unroll 8
                for (std::size_t i = 0; i < 8; ++i)
                {
                    a[i] = _mm256_cvtps_ph(LoadFloats(from + 4 * ((channel + i) * pixels + pixel)), 0);
                }
#pragma GCC unroll 8
                for (std::size_t i = 0; i < 4; ++i)
                {
                    b[2 * i] = _mm_unpacklo_epi16(a[2 * i], a[2 * i + 1]);
                    b[2 * i + 1] = _mm_unpackhi_epi16(a[2 * i], a[2 * i + 1]);
                }
#pragma GCC unroll 8
                for (std::size_t i = 0; i < 4; ++i)
                {
                    const std::size_t k = i / 2 * 4 + i % 2;
                    a[2 * i] = _mm_unpacklo_epi32(b[k], b[k + 2]);
                    a[2 * i + 1] = _mm_unpackhi_epi32(b[k], b[k + 2]);
                }
#pragma GCC unroll 8
                for (std::size_t i = 0; i < 4; ++i)
                {
                    auto* const low = reinterpret_cast<__m128i*>(to + 2 * ((pixel + 2 * i) * channels + channel));
                    auto* const high = reinterpret_cast<__m128i*>(to + 2 * ((pixel + 2 * i + 1) * channels + channel));
                    _mm_storeu_si128(low, _mm_unpacklo_epi64(a[i], a[i + 4]));
                    _mm_storeu_si128(high, _mm_unpackhi_epi64(a[i], a[i + 4]));
                }
            }
        }
    }
}

// A few pixels of bytes to planes of halves.
CONVERT_PEER inline void FewPixelsToPlanes(unsigned char* to, const unsigned char* from, const Tensor& by)
{
    for (std::size_t c = 0; c < by.channels; ++c)
    {
        for (std::size_t i = 0; i < by.pixels; ++i, to += 2)
        {
            const float value = static_cast<float>(from[i * by.channels + c]) * by.scales[c] + by.biases[c];
            const unsigned short half = _cvtss_sh(value, 0);
            std::memcpy(to, &half, sizeof half);
        }
    }
}

#undef CONVERT_PEER
#undef CONVERT_PEER_STEP
#endif
} // namespace convert_peer

#endif
